/** Rows of one import. */
export const maxImportRows = 500

/** What people write in a sheet for a gender; undefined when it is none. */
export function genderOf(text: string): '0' | '1' | '2' | undefined {
  const written = text.trim().toLowerCase()
  if (['男', 'male', 'm', '0'].includes(written)) return '0'
  if (['女', 'female', 'f', '1'].includes(written)) return '1'
  return ['', '未知', '保密', '2', 'unknown'].includes(written) ? '2' : undefined
}

/** `调度员，巡查员` → both names. */
export const namesIn = (text: string) =>
  text
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
