import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { languages } from '@huanwei/words/languages'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { chooseLanguage } from '../../i18n/languages.ts'
import { toggleFullScreen } from '../header/full-screen.ts'
import { useLeave } from '../header/use-leave.ts'
import { labelMatches } from '../menu/initials.ts'
import { actOn, useTargets } from '../menu/use-target.ts'
import { openPanel } from '../settings/panel.ts'

/** One thing to choose in the palette. `group` is a message key of the namespace `palette`. */
export type Command = {
  key: string
  group: 'pages' | 'actions' | 'vehicles' | 'people' | 'violations'
  label: string
  hint: string
  run: () => unknown
}

/** The pages below `nodes` with the label of the group each is in. */
const pagesIn = (nodes: MenuNode[], group = ''): { page: MenuNode; group: string }[] =>
  nodes.flatMap((node) => (node.children.length ? pagesIn(node.children, node.label) : [{ page: node, group }]))

/** Pages of the person's menu and what can be done anywhere, those that match `text`; without a text all pages. */
export function useOwnCommands(menu: MenuNode[], text: string): Command[] {
  const navigate = useNavigate()
  const own = pagesIn(menu)
  const targetOf = useTargets(own.map(({ page }) => page))
  const pages = own.map(({ page, group }): Command => {
    const target = targetOf(page)
    return {
      key: `page:${page.id}`,
      group: 'pages',
      label: page.label,
      hint: group,
      run: () =>
        target.kind === 'page'
          ? navigate(target.to)
          : target.kind === 'window'
            ? window.open(target.href, '_blank', 'noopener')
            : actOn(target),
    }
  })
  const actions = useActions()
  if (!text) return pages
  return [...pages, ...actions].filter(({ label, hint }) => labelMatches(label, text) || labelMatches(hint, text))
}

function useActions(): Command[] {
  const { t, i18n } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const leave = useLeave()
  const action = (key: string, label: string, run: () => unknown): Command => ({
    key: `action:${key}`,
    group: 'actions',
    label,
    hint: '',
    run,
  })
  return [
    action('info', t('shell:user.info'), () => navigate('/info/index')),
    action('settings', t('shell:user.settings'), () => openPanel('settings')),
    action('full-screen', t('fullScreen'), toggleFullScreen),
    action('leave', t('shell:user.logout'), leave),
    ...languages
      .filter(({ code }) => code !== i18n.language)
      .map(({ code, name }) => action(code, `${t('language')} ${name}`, () => chooseLanguage(code))),
  ]
}
