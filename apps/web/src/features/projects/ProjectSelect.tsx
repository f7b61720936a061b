import { getProjects, type ProjectOption } from '@huanwei/contract/projects/endpoints'
import { query } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { type NamedOption, NamedSelect } from '../../ui/select/NamedSelect.tsx'

const toOptions = (projects: ProjectOption[]): NamedOption[] =>
  projects.map(({ id, name, code }) => ({ value: id, label: name, more: code, search: `${name} ${code}`.toLowerCase() }))

/** A project of the caller's scope, found by name or number. */
export const ProjectSelect = (props: Choice<number>) => (
  <NamedSelect ask={query(getProjects, {})} toOptions={toOptions} {...props} />
)
