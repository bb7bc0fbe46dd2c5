// node --import ./register.ts APP: `import … from 'electron'` then finds the stand-in beside this file.
import { registerHooks } from 'node:module';
import './sleepers.ts'; // before the program takes its timers

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
