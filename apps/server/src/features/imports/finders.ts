import type { SeededDictionary } from '@huanwei/contract/dictionaries/codes'
import { excessOf } from '@huanwei/contract/roles/rules'
import { languages } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { Tx } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findDepartments } from '../departments/queries.ts'
import { holdOffered } from '../dictionaries/queries.ts'
import { findHeldRights, findRoles } from '../roles/queries.ts'
import type { Found, Tell } from './sheet-rows.ts'

/** Departments of the scope by name, or by `上级/名称` where a name is not alone. */
export async function departmentFinder(tx: Tx, viewer: Viewer, tell: Tell): Promise<(name: string) => Found<number>> {
  const found = new Map<string, { id: number; full: string }[]>()
  for (const { deptId: id, written, full } of await writtenDepartments(tx, viewer))
    for (const name of new Set([written, full])) found.set(name, [...(found.get(name) ?? []), { id, full }])
  return (wanted) => {
    const [one, another] = found.get(wanted) ?? []
    if (!one) return { problem: tell('imports:problem.department', { what: wanted }) }
    return another ? { problem: tell('imports:problem.departments', { what: wanted, example: one.full }) } : { value: one.id }
  }
}

/** Departments of the scope with what a cell may call them. */
async function writtenDepartments(tx: Tx, viewer: Viewer) {
  const departments = await findDepartments(tx, viewer)
  const names = new Map(departments.map(({ deptId, name }) => [deptId, name]))
  return departments.map(({ deptId, parentId, name: written }) => ({
    deptId,
    written,
    full: `${names.get(parentId)}/${written}`,
  }))
}

/** Names of the departments of the scope, each as it stands for no other. */
export async function departmentNames(tx: Tx, viewer: Viewer) {
  const all = await writtenDepartments(tx, viewer)
  const counts = new Map<string, number>()
  for (const { written } of all) counts.set(written, (counts.get(written) ?? 0) + 1)
  return all.map(({ written, full }) => (counts.get(written) === 1 ? written : full))
}

/** Roles by name; those that give more than the viewer has are refused. */
export async function roleFinder(tx: Tx, viewer: Viewer, tell: Tell): Promise<(name: string) => Found<number>> {
  const roles = await findRoles(tx, viewer.tenantId)
  const held = await findHeldRights(tx, viewer)
  return (wanted) => {
    const role = roles.find(({ roleName }) => roleName === wanted)
    if (!role) return { problem: tell('imports:problem.role', { what: wanted }) }
    return excessOf(held, role) ? { problem: tell('roles:refusal.tooMuch', { what: wanted }) } : { value: role.roleId }
  }
}

/** A value that can be chosen, with its name by language. */
export type Choice = { value: string; names: readonly string[] }

/** What a dictionary offers; nobody removes one of its items until the transaction ends. */
export async function dictionaryChoices(tx: Tx, viewer: Viewer, type: SeededDictionary): Promise<Choice[]> {
  const items = await holdOffered(tx, viewer.tenantId, type)
  return items.map(({ value, label, labels }) => ({
    value,
    names: languages.map(({ code }) => (code === 'zh-CN' ? label : (labels[code] ?? label))),
  }))
}

/** Values that the product names itself: `wordOf` gives the key of each name. */
export const namedChoices = <V extends string | number>(values: readonly V[], wordOf: (value: V) => TextKey): Choice[] =>
  values.map((value) => ({ value: String(value), names: languages.map(({ code }) => say(code, wordOf(value))) }))

/** Finds a choice by its name in any language, or by its value. */
export function choiceFinder(choices: readonly Choice[], tell: Tell): (text: string) => Found<string> {
  const found = new Map<string, string>()
  for (const { value, names } of choices) for (const name of [value, ...names]) found.set(name.toLowerCase(), value)
  return (text) => {
    const value = found.get(text.toLowerCase())
    return value === undefined ? { problem: tell('imports:problem.choice', { what: text }) } : { value }
  }
}
