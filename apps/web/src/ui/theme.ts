import type { ThemeConfig } from 'antd'

/** The default theme's colour. Source: spec 1, section 9. */
const brand = '#12B5C7'
/** The brand as text on light grounds; `brand` itself reaches only 2.5 to 1 on white. */
const brandText = '#0B7683'
/** Text on the brand colour: 6.4 to 1. */
const onBrand = '#04262B'

/** antd's tokens; the same values stand as CSS variables in theme.css. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: brand,
    colorInfo: brand,
    colorLink: brandText,
    colorLinkHover: '#095C66',
    colorPrimaryText: brandText,
    colorTextBase: '#17242C',
    colorTextPlaceholder: '#5B6B75',
    colorError: '#C62A22',
    colorBgLayout: '#F1F4F6',
    borderRadius: 8,
    fontFamily: 'var(--font)',
    fontSize: 14,
    motionDurationMid: '0.16s',
  },
  components: {
    Button: {
      primaryColor: onBrand,
      primaryShadow: 'none',
      defaultHoverColor: brandText,
      defaultActiveColor: brandText,
      colorPrimaryTextHover: brandText,
    },
    Tabs: { itemSelectedColor: brandText, itemHoverColor: brandText, itemActiveColor: brandText },
    Pagination: { itemActiveColor: brandText, itemActiveColorHover: brandText },
    Radio: { buttonSolidCheckedColor: onBrand },
    Menu: {
      darkItemBg: 'transparent',
      darkSubMenuItemBg: 'transparent',
      darkPopupBg: '#0F2A31',
      darkItemColor: 'rgb(255 255 255 / 78%)',
      darkItemSelectedBg: 'rgb(18 181 199 / 22%)',
      darkItemSelectedColor: '#FFFFFF',
      darkItemHoverBg: 'rgb(255 255 255 / 8%)',
    },
  },
}
