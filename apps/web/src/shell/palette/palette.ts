import { create } from 'zustand'

/** Whether the command palette lies over the page. */
export const usePalette = create(() => ({ isOpen: false }))

export const togglePalette = () => usePalette.setState(({ isOpen }) => ({ isOpen: !isOpen }))
export const closePalette = () => usePalette.setState({ isOpen: false })
