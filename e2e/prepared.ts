import { inject } from 'vitest'
import { copyOf, startProduct } from './product.ts'

/** Starts a product for one test file, on a copy of the freshly loaded demo city. */
export const startPrepared = (settings: Record<string, string> = {}) => startProduct(settings, copyOf(inject('preparedDataDir')))

/**
 * The product shared by files that change nothing others check: no settings, no menu, no unit, each its own kind of events. No fleet is
 * simulated there.
 */
export const sharedProduct = () => inject('sharedProduct')
