import { create } from 'zustand'

/** The interface settings as a whole, or only the choice of theme or of colour. */
export type PanelName = 'settings' | 'theme' | 'colour'

/** `name` is the panel opened last; null before any was. */
export const usePanel = create<{ name: PanelName | null; isOpen: boolean }>(() => ({ name: null, isOpen: false }))

/** Opens a panel over the page. */
export const openPanel = (name: PanelName) => usePanel.setState({ name, isOpen: true })
export const closePanel = () => usePanel.setState({ isOpen: false })
/** Takes the panel away, whatever it was. */
export const dropPanel = () => usePanel.setState({ name: null, isOpen: false })
