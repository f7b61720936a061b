import { registerHooks } from 'node:module'

/** What an import of drizzle-orm leads to; all workspaces share one copy. */
const resolved = new Map()

// Resolves imports of drizzle-orm and inside it without its package.json, which saves a second at the start of each thread: Node 24 parses that
// file, 180 kB of exports, again for each of some 150 modules inside (`getPackageScopeConfig`) and each of some 120 of the product that import
// one of them.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !context.conditions.includes('import')) return next(specifier, context)
    if (!resolved.has(specifier)) resolved.set(specifier, { ...next(specifier, context), shortCircuit: true })
    return resolved.get(specifier)
  },
})
