import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ahead } from '../ahead.ts'
import { asLeft } from '../tabs/tabs.ts'
import { type MenuTarget, needsLinks, targetOf } from './menu-target.ts'
import { useActive } from './use-menu.ts'
import { actOn, useTargets, useTenantId } from './use-target.ts'

type Props = { node: MenuNode; className: string; ahead: Ahead; onNavigate?: () => void; children: ReactNode }

/** A page of the menu as what leads there: a link, a link into another window, or a button that asks for a token first. */
export function MenuLink(props: Props) {
  const { node } = props
  const tenantId = useTenantId()
  return needsLinks(node, tenantId) ? (
    <UnitLink {...props} />
  ) : (
    <TargetLink {...props} target={targetOf(node, undefined, tenantId)} />
  )
}

/** A page whose target is among the links of the organisation. */
function UnitLink(props: Props) {
  const { node } = props
  return <TargetLink {...props} target={useTargets([node])(node)} />
}

function TargetLink({ node, target, className, ahead, onNavigate, children }: Props & { target: MenuTarget }) {
  const isActive = useActive()
  const queries = useQueryClient()
  if (target.kind === 'page') {
    const path = target.to.replace(/\?.*/, '')
    return (
      <Link
        to={target.to}
        state={asLeft}
        className={className}
        aria-current={isActive(node) || undefined}
        onPointerEnter={() => ahead.load(path)}
        onClick={() => {
          ahead.ask(queries, target.to)
          onNavigate?.()
        }}
      >
        {children}
      </Link>
    )
  }
  if (target.kind === 'window')
    return (
      <a className={className} href={target.href} target="_blank" rel="noopener noreferrer" onClick={onNavigate}>
        {children}
        <NewWindow />
      </a>
    )
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        actOn(target)
        onNavigate?.()
      }}
    >
      {children}
    </button>
  )
}

function NewWindow() {
  const { t } = useTranslation('shell')
  return <span className="visually-hidden">{t('menu.newWindow')}</span>
}
