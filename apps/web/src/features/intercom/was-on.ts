import { z } from 'zod'
import { readEntry } from '../../lib/entries.ts'

/** Name under which a tab keeps that its intercom is on. */
export const onEntry = 'intercomOn'

/** True in a tab whose intercom was on before it was loaded again. */
export const wasOn = () => readEntry(onEntry, z.boolean()) === true
