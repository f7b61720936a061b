import { getBaseMap, type MapView, putMapView } from '@huanwei/contract/sites/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, query } from '../../lib/api.ts'
import type { LiveScene } from './live-scene.ts'

/** Movements that follow each other within this time are kept as one, ms. */
const pauseMs = 2000

/** Keeps where a person left the live map, here and at the server. */
export function useKeptView(scene: LiveScene | null) {
  const cache = useQueryClient()
  useEffect(() => {
    if (!scene) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: MapView | null = null
    function keep() {
      timer = undefined
      cache.setQueryData(query(getBaseMap, {}).queryKey, (known) => known && { ...known, view: last })
      call(putMapView, { view: last }).catch((error) => console.info('huanwei: the view of the map is not kept', error))
    }
    const stop = scene.onView((view) => {
      last = view
      clearTimeout(timer)
      timer = setTimeout(keep, pauseMs)
    })
    return () => {
      stop()
      if (timer === undefined) return
      clearTimeout(timer)
      keep()
    }
  }, [scene, cache])
}
