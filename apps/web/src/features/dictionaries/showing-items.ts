import { getDictionaryItem, getDictionaryItems, listDictionaryItems, type Texts } from '@huanwei/contract/dictionaries/endpoints'

/** Calls whose answers are others once an item changed. */
export const showingItems = [listDictionaryItems, getDictionaryItems, getDictionaryItem]

/** Without the text in `language`, which has a field of its own. */
export const inOtherLanguages = (texts: Texts, language: string): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([code]) => code !== language))
