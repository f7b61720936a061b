import { BoardDefinition, previewBoard } from '@huanwei/contract/designs/endpoints'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'

/** Figures are asked for again after this, ms. */
const everyMs = 5000
/** A change is asked for once nothing more came for this, ms. */
const pauseMs = 300

/** Parts of a definition that its figures depend on: not where panels stand or what they are called. */
const askedOf = ({ about, panels }: BoardDefinition) =>
  JSON.stringify([about, panels.map(({ id, source, params, kind }) => [id, source, params, kind])])

/** A draft with figures of the person's scope; the last ones while newer ones come. A draft that is not right yet is not asked for. */
export function usePreview(definition: BoardDefinition, facilityId: number | undefined) {
  const key = askedOf(definition)
  const [asked, setAsked] = useState({ key, definition })
  useEffect(() => {
    if (key === asked.key) return
    const timer = setTimeout(() => setAsked({ key, definition }), pauseMs)
    return () => clearTimeout(timer)
  }, [key, definition, asked.key])
  const isRight = BoardDefinition.safeParse(asked.definition).success
  return useQuery({
    queryKey: [previewBoard.path, asked.key, facilityId],
    queryFn: isRight
      ? ({ signal }) => call(previewBoard, { definition: asked.definition, facilityId }, signal, () => true)
      : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}
