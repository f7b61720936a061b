import { canType } from '@huanwei/contract/dictionaries/codes'
import type { Choice } from '../../ui/select/choice.ts'
import { DictionarySelect } from '../dictionaries/DictionarySelect.tsx'

/** Cans have a screen of their own. */
const isOffered = (type: string) => type !== canType

/** A type of facilities other than cans. */
export const FacilityTypeSelect = (choice: Choice<string>) => (
  <DictionarySelect type="facility_type" offers={isOffered} {...choice} />
)
