import type { Board } from '@huanwei/contract/boards/endpoints'

export type Size = { width: number; height: number }

/** Size of the design for a screen, px, and the scale that makes it fit: as wide as the screen asks for within the board's limits, never cut. */
export function stageFor(design: Pick<Board, 'width' | 'widest' | 'height'>, screen: Size): Size & { scale: number } {
  const wanted = (design.height * screen.width) / Math.max(1, screen.height)
  const width = Math.round(Math.min(design.widest, Math.max(design.width, wanted)))
  return { width, height: design.height, scale: Math.min(screen.width / width, screen.height / design.height) }
}
