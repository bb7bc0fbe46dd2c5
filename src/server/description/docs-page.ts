import { escaped, plainPage } from '../../http/html.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApi, Operation } from './openapi.ts';

const pretty = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

const HEAD = '<link rel="icon" href="data:,">\n<link rel="stylesheet" href="/api/docs/style.css">\n';

/** The description as one page. */
export function docsPage({ info, paths, components }: OpenApi): string {
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary>${escaped(name)}</summary>${pretty(schema)}</details>`,
  );
  const body = `<h1>${escaped(info.title)} API <small>${escaped(info.version)}</small></h1>
<p>${escaped(info.description)} The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<h2>Answers</h2>
${schemas.join('\n')}`;
  return plainPage(`${info.title} API ${info.version}`, body, HEAD);
}

/** `number, above 0, at most 2160, default 6`. */
const inWords = ({ type, exclusiveMinimum, minimum, maximum, default: usual }: JsonSchema): string =>
  [
    type,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    usual !== undefined && `default ${JSON.stringify(usual)}`,
  ]
    .filter(Boolean)
    .join(', ');

function section(
  method: string,
  path: string,
  { operationId, summary, parameters, requestBody, responses }: Operation,
): string {
  const rows = (parameters ?? []).map(
    ({ name, in: place, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place}</td><td>${escaped(inWords(schema))}</td></tr>`,
  );
  const table =
    rows.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th>Bounds</th></tr>${rows.join('')}</table>` : '';
  const body = requestBody ? `<h3>Body</h3>${pretty(Object.values(requestBody.content)[0]?.schema)}` : '';
  const statuses = Object.entries(responses).map(([status, { description, content }]) => {
    const name = content?.['application/json']?.schema.$ref?.split('/').at(-1);
    const link = name
      ? ` <a href="#schema-${escaped(name)}">${escaped(name)}</a>`
      : ` ${escaped(Object.keys(content ?? {}).join())}`;
    return `<li><b>${status}</b> ${escaped(description)}${link}</li>`;
  });
  return `<section id="${escaped(operationId)}">
<h2><span class="method">${method.toUpperCase()}</span> <code>${escaped(path)}</code></h2>
<p>${escaped(summary)}.</p>
${table}${body}
<ul>${statuses.join('')}</ul>
</section>`;
}

export const DOCS_STYLE = `body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 small { font-weight: 400; opacity: .6; }
section { border-top: 1px solid #8884; margin-top: 1.5rem; }
h2 { font-size: 1.15rem; }
h3 { font-size: 1rem; }
.method { display: inline-block; min-width: 4.5rem; color: #2f7d6b; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; border-bottom: 1px solid #8883; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: .75rem; background: #8881; overflow-x: auto; }
`;
