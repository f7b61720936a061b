import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** State that a terminal keeps while it is off. `code`: authentication code; `odometer`: km. */
export type SavedState = { code?: string; odometer: number; serial: number }

const isSavedState = (value: unknown): value is SavedState =>
  typeof value === 'object' &&
  value !== null &&
  'odometer' in value &&
  Number.isFinite(value.odometer) &&
  'serial' in value &&
  Number.isInteger(value.serial) &&
  (!('code' in value) || typeof value.code === 'string')

/** The saved states by terminal number; empty when the file is missing or broken. */
export function readSavedStates(file: string): Map<string, SavedState> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(Object.entries(stored).filter((entry): entry is [string, SavedState] => isSavedState(entry[1])))
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return new Map()
    throw error
  }
}

/** Replaces the file atomically. */
export function writeSavedStates(file: string, states: ReadonlyMap<string, SavedState>): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(Object.fromEntries(states)))
  renameSync(temporary, file)
}
