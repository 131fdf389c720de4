// Renews the numbers of the board while it is looked at. Without it ATUALIZAR does. Sent as it stands.
const EVERY_MS = 10_000
/** How long an answer is waited for. */
const WAIT_MS = 8_000
const OLD = 'Sem rede: os números são desta hora.'
const relogio = document.querySelector('[data-hora]')
const estado = document.querySelector('[data-estado]')
let etag = ''
let timer = 0
let isAsking = false

/** What an element was told stands in its attribute: its text may have been translated. */
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
    const { x, width } = barras[elemento.dataset.barra] ?? {}
    if (width === undefined) continue
    elemento.setAttribute('x', x)
    elemento.setAttribute('width', width)
  }
}

/** Of when the numbers are, by the server and at the clock of the event: this one's may be wrong, or of another zone. */
function showTime(date, age) {
  const local = new Date(Date.parse(date ?? '') - Number(age) * 1000 + Number(relogio.dataset.hora))
  if (!Number.isNaN(local.getTime())) tell(relogio, local.toISOString().slice(11, 16).replace(':', 'h'))
}

async function renew() {
  clearTimeout(timer)
  // A page looked at again while it asks has not two rounds of asking afterwards.
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
