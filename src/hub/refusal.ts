import { ApiError } from '../http/api-error.ts';
import { sentence } from '../words/sentence.ts';
import { EngineError } from './engine/engine.ts';

/** A sentence instead of a change is a refusal. */
export function accepted<T>(made: T | string): T {
  if (typeof made === 'string') throw new ApiError(422, made);
  return made;
}

/** Refusal for a database or a disk that cannot be used now; null for any other error. */
export function outOfOrder(error: unknown): ApiError | null {
  if (error instanceof EngineError) {
    if (error.trouble === 'full') return new ApiError(507, sentence('fleet-hub.engine-full'), { afterS: 60 });
    return error.trouble === 'down' ? new ApiError(502, sentence('fleet-hub.engine-down'), { afterS: 10 }) : null;
  }
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const isFull = ['ENOSPC', 'EDQUOT', 'EROFS'].includes(code);
  return isFull ? new ApiError(507, sentence('fleet-hub.disk-full'), { afterS: 60 }) : null;
}
