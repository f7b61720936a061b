import { Button, Input, type InputRef } from 'antd'
import {
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SetStateAction,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedIds, createChecks } from './checks.ts'
import type { LeafSource } from './counts.ts'
import type { TreeItem, TreeList } from './model.ts'
import { Tree } from './Tree.tsx'
import { useFound, useTree } from './use-tree.ts'
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
  /** In place of the tree: it is on its way, did not come, or nobody is in it. */
  instead?: ReactNode
  /** Given while only some levels are there: it stands in place of what a search finds. `onUnfold`: a level is wanted. */
  unread?: ReactNode
  onUnfold?: ((id: number) => void) | undefined
  /** Between search box and tree: chips, figures. */
  children?: ReactNode
  /** Below the tree. */
  footer?: ReactNode
  /** Offered when nothing matches. */
  onClear?: (() => void) | undefined
}

const none: [] = []

/** Search box, fold and unfold all, and the tree. Source: spec 1, section 2.8. */
export function TreePanel<T extends TreeItem>(props: Props<T>) {
  // A large tree is drawn after what stands around it, and whatever a person does comes first.
  const [isNext, setNext] = useState(false)
  useEffect(() => startTransition(() => setNext(true)), [])
  const items = useDeferredValue(isNext ? props.items : none)
  const [query, setQuery] = useState('')
  const found = useFound(items, query)
  return <FoundTree {...props} isThere={items === props.items} found={found} query={query} setQuery={setQuery} />
}

type FoundProps<T extends TreeItem> = Props<T> & {
  isThere: boolean
  found: ReturnType<typeof useFound<T>>
  query: string
  setQuery: Dispatch<SetStateAction<string>>
}

function FoundTree<T extends TreeItem>({ isThere, found, query, setQuery, ...props }: FoundProps<T>) {
  const { name, label, placeholder, source, keep, checked, onChecked, onUnfold, children, footer, onClear } = props
  const { t } = useTranslation('live')
  const tree = useTree({ ...found, name, keep, source, onUnfold })
  const instead = props.instead || (tree.needle && props.unread)
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
        <TreeSearch ref={search} text={query} placeholder={placeholder} onText={setQuery} onDown={() => list.current?.focus()} />
        <Button autoInsertSpace={false} onClick={tree.foldAll}>
          {t(tree.isUnfolded ? 'tree.foldAll' : 'tree.unfoldAll')}
        </Button>
      </div>
      {children}
      <p className="tree-said" role="status">
        {!instead && tree.leaves !== undefined && t('tree.found', { n: tree.leaves })}
      </p>
      {instead || !isThere ? (
        <div className="tree">{instead}</div>
      ) : tree.rows.length > 0 ? (
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
      {footer}
    </div>
  )
}

type SearchProps = {
  ref: Ref<InputRef>
  text: string
  placeholder: string
  onText: (text: string) => void
  /** The arrow that leads into the tree. */
  onDown: () => void
}

function TreeSearch({ ref, text, placeholder, onText, onDown }: SearchProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onText('')
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onDown()
  }
  return (
    <Input
      ref={ref}
      className="tree-search"
      type="search"
      allowClear
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
