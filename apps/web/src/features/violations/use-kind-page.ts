import type { ObjectType } from '@huanwei/contract/objects'
import { use } from 'react'
import { useNavigate } from 'react-router'
import { PagePlaceContext } from '../../lib/page.tsx'
import { changeSearch } from '../../lib/search.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import { violationPlaces } from '../../shell/messages/message-types.ts'
import type { ViolationsSearch } from './violation-search.ts'

/**
 * Goes to the page of another kind of object with the filters that fit it, and says whether it did: the person's menu may lack it, and a window over
 * another page stays where it is.
 */
export function useKindPage({ status, whose, deptId, from, to, severity, size }: ViolationsSearch) {
  const navigate = useNavigate()
  const held = useMenuPages(null)
  const { isDialog } = use(PagePlaceContext)
  return (kind: ObjectType) => {
    const path = violationPlaces[kind]
    if (isDialog || !held?.has(path)) return false
    void navigate(`${path}?${changeSearch(new URLSearchParams(), { status, whose, deptId, from, to, severity, size })}`)
    return true
  }
}
