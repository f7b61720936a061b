import { registerHooks } from 'node:module'

// Node 24 parses a package's package.json anew for every module in it (`getPackageScopeConfig`). That of drizzle-orm lists 180 kB of exports for some
// 150 modules: 0.7 s of each thread's start. What its modules name of each other needs no package.json.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
