import './help.css'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { addressOf, pagePath } from '../menu/menu-pages.ts'
import { pagesOf } from '../menu/menu-tree.ts'
import { useMenu } from '../menu/use-menu.ts'

/** Keyboard shortcuts, in the order of the table. The keys are written alike in every language. */
const shortcuts = [
  ['palette', 'Ctrl + K'],
  ['next', 'Tab'],
  ['skip', 'Tab, Enter'],
  ['arrows', '↑ ↓ ← →'],
  ['ends', 'Home, End'],
  ['open', 'Enter'],
  ['check', 'Space'],
  ['confirm', 'Ctrl + Enter'],
  ['close', 'Esc'],
] as const

/** Help on the page shown, where to find what, and the keys. Source: spec 1, section 2.5. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['help', 'shell', 'common'])
  const { pathname } = useLocation()
  const pages = pagesOf(useMenu().data ?? []).filter(({ path }) => path.startsWith('/'))
  const own = pages.find(({ path }) => pagePath(path) === pathname)
  const textOf = (path: string) => t(`page.${path}`, { defaultValue: '' })
  const text = textOf(pathname)
  return (
    <Modal
      open
      width={720}
      title={t('title')}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={onClose}
      footer={null}
    >
      <div className="help">
        <section>
          <h3>{own ? t('thisPage', { page: own.label }) : t('here')}</h3>
          <p>{text || t('none')}</p>
        </section>
        <section>
          <h3>{t('keys')}</h3>
          <dl>
            {shortcuts.map(([name, keys]) => (
              <div key={name}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{t(`key.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{t('where')}</h3>
          <dl>
            {pages.map((page) => (
              <div key={page.id}>
                <dt>
                  <Link to={addressOf(page) ?? '/'} onClick={onClose}>
                    {page.label}
                  </Link>
                </dt>
                <dd>{textOf(pagePath(page.path)) || t('noText')}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  )
}
