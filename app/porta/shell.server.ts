import { createHash } from 'node:crypto'
import built from 'virtual:porta'
import { PORTA_POLICY, SERVICE_WORKER_POLICY } from '~/shared/content-security-policy.server'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * The door's page before its script starts. It is the same for every phone, so that a service worker may
 * cache it. Its first sync finds out whether the phone is paired.
 * @param inicio of the event; the page shows times by its clock
 */
export function portaShell({ anfitriao, inicio }: { anfitriao: string; inicio: string }): Response {
  const html = `<!DOCTYPE html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="#17332a" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#10211b" media="(prefers-color-scheme: dark)">
<meta name="robots" content="noindex">
<title>Portaria</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${built.sheet}">
<script type="module" src="${built.script}"></script>
</head>
<body data-inicio="${escaped(inicio)}" data-anfitriao="${escaped(anfitriao)}">
<main class="folha"><noscript><h1>PORTARIA</h1>
<p>Esta página lê QR e funciona sem rede, e para isso precisa de JavaScript, que está desligado neste navegador.</p>
<p>Com rede, leia o QR com a câmera do celular e use a credencial que se abre.
Sem QR, peça à organização que busque o nome no painel dela.</p></noscript></main>
</body>
</html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': PORTA_POLICY,
      // The only document that may use the camera.
      'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    },
  })
}

/**
 * The service worker's script. It may serve `/porta` itself, and has a policy of its own.
 * @param evento the shell's event: another event makes another version
 */
export function portaServiceWorker(evento: object): Response {
  const hash = createHash('sha256').update(JSON.stringify(evento)).digest('hex').slice(0, 16)
  return new Response(`const EVENTO="${hash}";\n${built.sw}`, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': '/porta',
      'Content-Security-Policy': SERVICE_WORKER_POLICY,
    },
  })
}
