/** Lets the browser fetch a file itself, however large it is, and save it. `name` where the server does not say one. */
export function saveFrom(url: string, name = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Gives the person a text as a file. */
export function saveText(text: string, type: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  saveFrom(url, name)
  URL.revokeObjectURL(url)
}
