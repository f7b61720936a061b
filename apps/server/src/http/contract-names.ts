import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'

/** Names under which the contract exports its calls and its shapes: those of the OpenAPI document. */
export type ContractNames = { calls: ReadonlyMap<unknown, string>; shapes: ReadonlyMap<z.ZodType, string> }

const folder = dirname(fileURLToPath(import.meta.resolve('@huanwei/contract/endpoint')))

/** Reads the names from the modules of the contract. A shape has a capital letter. */
export async function readContractNames(): Promise<ContractNames> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.includes('.test'))
  const calls = new Map<unknown, string>()
  const shapes = new Map<z.ZodType, string>()
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, file)).href)
    for (const [name, value] of Object.entries(exported))
      if (value instanceof z.ZodType) /^[A-Z]/.test(name) && shapes.set(value, name)
      else calls.set(value, name)
  }
  return { calls, shapes }
}
