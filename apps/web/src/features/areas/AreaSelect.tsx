import { type Area, getArea, listAreas } from '@huanwei/contract/areas/endpoints'
import { call } from '../../lib/api.ts'
import type { Choice } from '../../ui/select/choice.ts'
import { SearchedSelect } from '../../ui/select/SearchedSelect.tsx'

const optionOf = ({ id, name, deptName }: Area) => ({ value: id, label: name, more: deptName })

/** An area of the caller's scope, found by its name. */
export const AreaSelect = (choice: Choice<number>) => (
  <SearchedSelect
    path={listAreas.path}
    find={async (text, signal) => (await call(listAreas, text ? { name: text } : {}, signal)).records.map(optionOf)}
    findOne={async (id, signal) => [optionOf(await call(getArea, { id }, signal))]}
    {...choice}
  />
)
