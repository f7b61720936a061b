/** Lets the browser fetch a file itself, however large it is, and save it. `name` where the server does not say one. */
export function saveFrom(url: string, name = '') {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Gives the person content as a file. */
export function saveBlob(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Gives the person a text as a file. */
export const saveText = (text: string, type: string, name: string) => saveBlob(new Blob([text], { type }), name)
