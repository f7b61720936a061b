import { getProject, getProjects, type ProjectOption } from '@huanwei/contract/projects/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

const optionOf = ({ id, name, code }: ProjectOption) => ({ value: id, label: name, more: code })

/** A project of the caller's scope, found by name or number. */
export const ProjectSelect = (choice: Choice<number>) => (
  <SearchedSelect
    path={getProjects.path}
    find={async (text, signal) => (await call(getProjects, { text }, signal)).map(optionOf)}
    findOne={async (id, signal) => [optionOf(await call(getProject, { id }, signal))]}
    {...choice}
  />
)
