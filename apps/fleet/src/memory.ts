import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a terminal keeps when it is switched off. `odometer` in km. */
export type Memory = { code?: string; odometer: number; serial: number }

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' &&
  value !== null &&
  'odometer' in value &&
  Number.isFinite(value.odometer) &&
  'serial' in value &&
  Number.isInteger(value.serial) &&
  (!('code' in value) || typeof value.code === 'string')

/** The memories by terminal number; empty when there is no file or it is none of ours. */
export function readMemories(file: string): Map<string, Memory> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(Object.entries(stored).filter((entry): entry is [string, Memory] => isMemory(entry[1])))
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return new Map()
    throw error
  }
}

/** Replaces the file at once, so that it is never half written. */
export function writeMemories(file: string, memories: ReadonlyMap<string, Memory>): void {
  mkdirSync(dirname(file), { recursive: true })
  const making = `${file}.${process.pid}`
  writeFileSync(making, JSON.stringify(Object.fromEntries(memories)))
  renameSync(making, file)
}
