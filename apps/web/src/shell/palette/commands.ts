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

/** One thing that can be done with what was chosen. */
export type CommandWay = { key: string; label: string; run: () => unknown }

/** One thing to choose in the palette, with at least one way. `group` is a message key of the namespace `palette`. */
export type Command = {
  key: string
  group: 'recent' | 'pages' | 'actions' | 'vehicles' | 'people' | 'facilities' | 'violations'
  label: string
  hint: string
  ways: CommandWay[]
}

/** What has one way only needs no word for it. */
export const only = (run: CommandWay['run']): CommandWay[] => [{ key: 'open', label: '', run }]

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
      ways: only(() =>
        target.kind === 'page'
          ? navigate(target.to)
          : target.kind === 'window'
            ? window.open(target.href, '_blank', 'noopener')
            : actOn(target),
      ),
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
  const action = (key: string, label: string, run: CommandWay['run']): Command => ({
    key: `action:${key}`,
    group: 'actions',
    label,
    hint: '',
    ways: only(run),
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
