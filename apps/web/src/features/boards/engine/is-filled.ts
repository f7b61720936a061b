/** True when the board of this page is there, each of its panels has its drawing or none to come, each map its points, and no picture is on its way. */
export function isFilled() {
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return (
    all('.board-grid, .paper-page').length > 0 &&
    all('.board-body').every((body) => body.firstElementChild || body.hasAttribute('data-failed')) &&
    all('.board-map').every((map) => map.querySelector('[data-drawn], .map-failure')) &&
    all('.board-video [data-state="connecting"]').length === 0
  )
}
