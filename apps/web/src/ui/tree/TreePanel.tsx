import { Button, Input, type InputRef } from 'antd'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedIds, createChecks } from './checks.ts'
import type { LeafSource } from './counts.ts'
import type { TreeItem, TreeList } from './model.ts'
import { Tree } from './Tree.tsx'
import { useTree } from './use-tree.ts'
import './tree.css'

type Props<T extends TreeItem> = {
  items: TreeList<T>
  /** Names the tree in the browser store. */
  name: string
  label: string
  placeholder: string
  source: LeafSource<T>
  keep?: ((item: T) => boolean) | undefined
  selected: string | undefined
  onSelect: (item: T) => void
  leafSign: (item: T) => ReactNode
  /** Ids of checked leaves; with `onChecked` there are checkboxes. */
  checked?: CheckedIds
  onChecked?: (ids: CheckedIds) => void
  /** Between search box and tree: chips, figures. */
  children?: ReactNode
  /** Offered when nothing matches. */
  onClear?: (() => void) | undefined
}

const none: [] = []

/** Search box, fold and unfold all, and the tree. Source: spec 1, section 2.8. */
export function TreePanel<T extends TreeItem>(props: Props<T>) {
  const { name, label, placeholder, source, keep, checked, onChecked, children, onClear } = props
  // A large tree is drawn after what stands around it, and whatever a person does comes first.
  const items = useDeferredValue(props.items, none)
  const { t } = useTranslation('live')
  const [query, setQuery] = useState('')
  const tree = useTree({ items, name, query, keep, source })
  const search = useRef<InputRef>(null)
  const list = useRef<{ focus(): void }>(null)
  const checks = useMemo(
    () => (checked && onChecked ? createChecks(tree.model, checked, onChecked) : undefined),
    [tree.model, checked, onChecked],
  )
  const clear = () => {
    setQuery('')
    onClear?.()
  }

  return (
    <div className="tree-panel">
      <div className="tree-tools">
        <Input
          ref={search}
          className="tree-search"
          type="search"
          allowClear
          value={query}
          placeholder={placeholder}
          aria-label={placeholder}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              list.current?.focus()
            } else if (event.key === 'Escape') setQuery('')
          }}
        />
        <Button autoInsertSpace={false} onClick={tree.foldAll}>
          {t(tree.isUnfolded ? 'tree.foldAll' : 'tree.unfoldAll')}
        </Button>
      </div>
      {children}
      <p className="tree-said" role="status">
        {tree.leaves !== undefined && t('tree.found', { n: tree.leaves })}
      </p>
      {tree.rows.length > 0 || items !== props.items ? (
        <Tree
          ref={list}
          tree={tree}
          label={label}
          selected={props.selected}
          onSelect={props.onSelect}
          leafSign={props.leafSign}
          checks={checks}
          onType={(character) => {
            setQuery((was) => was + character)
            search.current?.focus({ cursor: 'end' })
          }}
        />
      ) : (
        <div className="tree-none">
          <p>{t('tree.none')}</p>
          <Button type="link" onClick={clear}>
            {t('tree.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}
