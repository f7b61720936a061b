import type { MenuNode } from '@huanwei/contract/menus/endpoints'
import { useTranslation } from 'react-i18next'
import { type NavigateFunction, useNavigate } from 'react-router'
import { chooseLanguage, languages } from '../../i18n/languages.ts'
import { toggleFullScreen } from '../../lib/full-screen.ts'
import { matches } from '../../lib/initials.ts'

/** One thing to choose in the palette. `group` is a message key of the namespace `palette`. */
export type Command = {
  key: string
  group: 'pages' | 'actions' | 'vehicles' | 'people' | 'violations'
  label: string
  hint: string
  run: () => unknown
}

type Page = { name: string; label: string; path: string; group: string }

/** The pages below `nodes`, each once, with the label of the group it is in. */
export function pagesOf(nodes: MenuNode[], labelOf: (node: MenuNode) => string, group = ''): Page[] {
  const all = nodes.flatMap((node) => [
    ...(node.path === null || node.children.length > 0
      ? []
      : [{ name: node.name, label: labelOf(node), path: node.path, group }]),
    ...pagesOf(node.children, labelOf, labelOf(node)),
  ])
  return all.filter(({ path }, i) => all.findIndex((one) => one.path === path) === i)
}

/** Pages of the person's menu and what can be done anywhere, those that match `text`; without a text all pages. */
export function useOwnCommands(menu: MenuNode[], text: string): Command[] {
  const { t, i18n } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const labelOf = (node: MenuNode) => t(`shell:item.${node.name}`, { defaultValue: node.label })
  const pages = pagesOf(menu, labelOf).map(
    ({ path, label, group }): Command => ({
      ...{ key: `page:${path}`, group: 'pages', label, hint: group },
      run: () => navigate(path),
    }),
  )
  const all = [...pages, ...actions(t, i18n.language, navigate)]
  if (!text) return pages
  return all.filter(({ label, hint }) => matches(label, text) || matches(hint, text))
}

function actions(t: (key: string) => string, language: string, navigate: NavigateFunction): Command[] {
  const action = (key: string, label: string, run: () => unknown): Command => ({
    ...{ key: `action:${key}`, group: 'actions', label, hint: '' },
    run,
  })
  return [
    action('info', t('personalInfo'), () => navigate('/info/index')),
    action('full-screen', t('fullScreen'), toggleFullScreen),
    ...languages
      .filter(({ code }) => code !== language)
      .map(({ code, name }) => action(code, `${t('language')} ${name}`, () => chooseLanguage(code))),
  ]
}
