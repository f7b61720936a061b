import { create } from 'zustand'

/** True while the command palette is open. */
export const usePalette = create(() => ({ isOpen: false }))

export const togglePalette = () => usePalette.setState(({ isOpen }) => ({ isOpen: !isOpen }))
export const closePalette = () => usePalette.setState({ isOpen: false })
