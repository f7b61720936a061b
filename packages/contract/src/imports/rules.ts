/** `调度员，巡查员` → both names. */
export const namesIn = (text: string) =>
  text
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
