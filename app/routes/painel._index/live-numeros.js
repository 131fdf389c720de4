// Updates the board's numbers while it is visible. Without it, Atualizar does. Served as is.
const EVERY_MS = 10_000
/** How long to wait for an answer. */
const WAIT_MS = 8_000
const OLD = 'Sem rede: os números são desta hora.'
const relogio = document.querySelector('[data-hora]')
const estado = document.querySelector('[data-estado]')
let etag = ''
let timer = 0
let isAsking = false

/** The attribute keeps the text last set: the visible text may have been translated. */
function tell(elemento, texto) {
  if (elemento.dataset.dito === texto) return
  elemento.dataset.dito = texto
  elemento.textContent = texto
}

function show({ texts, barras }) {
  for (const elemento of document.querySelectorAll('[data-numero]')) {
    const texto = texts[elemento.dataset.numero]
    if (texto !== undefined) tell(elemento, texto)
  }
  for (const elemento of document.querySelectorAll('[data-barra]')) {
    const { width } = barras[elemento.dataset.barra] ?? {}
    if (width !== undefined) elemento.setAttribute('width', width)
  }
}

/**
 * The time of the numbers, from the server and by the event's clock: this device's may be wrong, or in
 * another zone.
 */
function showTime(date, age) {
  const local = new Date(Date.parse(date ?? '') - Number(age) * 1000 + Number(relogio.dataset.hora))
  if (!Number.isNaN(local.getTime()))
    tell(relogio, local.toISOString().slice(11, 16).replace(/^0/, '').replace(':', 'h'))
}

async function renew() {
  clearTimeout(timer)
  // A page that becomes visible again during a request must not start a second round.
  if (isAsking || document.visibilityState !== 'visible') return
  isAsking = true
  const waiting = new AbortController()
  const giveUp = setTimeout(() => waiting.abort(), WAIT_MS)
  try {
    const response = await fetch('/painel/numeros', {
      cache: 'no-store',
      headers: etag ? { 'If-None-Match': etag } : {},
      signal: waiting.signal,
    })
    if (response.status === 404) {
      tell(estado, 'Este aparelho saiu da equipe.')
      document.removeEventListener('visibilitychange', renew)
      return
    }
    if (response.status === 200) {
      etag = response.headers.get('ETag') ?? ''
      show(await response.json())
    }
    if (response.status === 200 || response.status === 304) {
      showTime(response.headers.get('Date'), response.headers.get('Age'))
      tell(estado, '')
    } else tell(estado, OLD)
  } catch {
    tell(estado, OLD)
  } finally {
    clearTimeout(giveUp)
    isAsking = false
  }
  timer = setTimeout(renew, EVERY_MS)
}

document.addEventListener('visibilitychange', renew)
timer = setTimeout(renew, EVERY_MS)
