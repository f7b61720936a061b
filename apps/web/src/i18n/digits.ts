const formats = new Map<string, Intl.NumberFormat>()

/**
 * A number as a language groups its digits. Whole numbers are grouped here, alike in all languages of the product: the first format of a page costs
 * as much as drawing many cards.
 */
export function digits(value: number, language: string): string {
  if (Number.isSafeInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
  const format = formats.get(language) ?? new Intl.NumberFormat(language)
  formats.set(language, format)
  return format.format(value)
}
