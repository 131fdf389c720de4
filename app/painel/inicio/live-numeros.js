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

function show({ texts, barras }) {
  for (const elemento of document.querySelectorAll('[data-numero]')) {
    const texto = texts[elemento.dataset.numero]
    if (texto !== undefined && elemento.textContent !== texto) elemento.textContent = texto
  }
  for (const elemento of document.querySelectorAll('[data-barra]')) {
    const { x, width } = barras[elemento.dataset.barra] ?? {}
    if (width === undefined) continue
    elemento.setAttribute('x', x)
    elemento.setAttribute('width', width)
  }
}

/** Of when the numbers are, by the server and at the clock of the event: this one's may be wrong, or of another zone. */
function tell(date, age) {
  const local = new Date(Date.parse(date ?? '') - Number(age) * 1000 + Number(relogio.dataset.hora))
  if (!Number.isNaN(local.getTime()))
    relogio.textContent = local.toISOString().slice(11, 16).replace(':', 'h')
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
      estado.textContent = 'Este aparelho saiu da equipe.'
      document.removeEventListener('visibilitychange', renew)
      return
    }
    if (response.status === 200) {
      etag = response.headers.get('ETag') ?? ''
      show(await response.json())
    }
    if (response.status === 200 || response.status === 304) {
      tell(response.headers.get('Date'), response.headers.get('Age'))
      estado.textContent = ''
    } else estado.textContent = OLD
  } catch {
    estado.textContent = OLD
  } finally {
    clearTimeout(giveUp)
    isAsking = false
  }
  timer = setTimeout(renew, EVERY_MS)
}

document.addEventListener('visibilitychange', renew)
timer = setTimeout(renew, EVERY_MS)
