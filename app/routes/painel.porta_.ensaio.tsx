import { type Qr, QrCode } from '~/shared/page'
import { useLoaderData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { NO_STORE, seeOther } from '~/shared/remix.server'
import { CHECK_NAME, LOOKS } from '~/porta/page/verdict-looks'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import { ensaioOf } from '../../server/domain/ensaio.ts'
import type { Autor } from '../../server/domain/historico.ts'
import type { Veredito } from '../../server/domain/veredito.ts'
import { beginEnsaio, endEnsaio, findEnsaio } from '../../server/use-cases/ensaio.ts'
import { eventTime } from '~/shared/event-clock'
import { absoluteUrl, qrOf } from '~/shared/links.server'

export const loader = painelLoader(async ({ services }, { request }) => ({
  ensaio: await ensaioShown(services, request),
}))

export const action = painelAction(async ({ services, autor }, { request }) => {
  await actOnEnsaio(services, await request.formData(), autor())
  return seeOther('/painel/porta/ensaio', NO_STORE)
})

/** What a phone should say about one of them. */
const wordsOf = (veredito: Veredito['kind']) =>
  LOOKS[veredito].would.headline.join(' ') + (veredito === 'link-antigo' ? `: ${CHECK_NAME}` : '')

/**
 * The codes of the current rehearsal, for phones to scan off this screen; null if none is on.
 * @throws StorageError
 */
async function ensaioShown(services: Services, request: Request) {
  const open = await findEnsaio(services, services.now())
  if (!open) return null
  const { convidados, estranho } = ensaioOf(open.ensaioid)
  const qr = (token: string) => qrOf(absoluteUrl(`/c/${token}`, request, services))
  return {
    ate: eventTime(services.config.evento.inicio, open.ate),
    codigos: [
      ...convidados.map(({ id, nome, codigo, token, veredito }) => {
        return { id, nome, codigo, diz: wordsOf(veredito), qr: qr(token) }
      }),
      {
        id: 'estranho',
        nome: 'Ninguém da lista',
        codigo: null,
        diz: wordsOf('fora-da-lista'),
        qr: qr(estranho),
      },
    ],
  }
}

/** Does what the pressed button says. @throws Response 400 for an unknown button; StorageError */
async function actOnEnsaio(services: Services, form: FormData, autor: Autor): Promise<void> {
  const ato = form.get('ato')
  if (ato === 'comecar') return beginEnsaio(services, autor)
  if (ato === 'encerrar') return endEnsaio(services, autor)
  throw new Response(null, { status: 400 })
}

export const meta = painelTitled<typeof loader>((data) => `${data?.ensaio ? 'ENSAIO' : 'Ensaio'} · Porta`)

export default function EnsaioDaPorta() {
  const { ensaio } = useLoaderData<typeof loader>()
  return (
    <Painel
      current="Porta"
      title={ensaio ? 'ENSAIO' : 'Ensaio da porta'}
      kicker={<a href="/painel/porta">Porta</a>}
      gauge={
        ensaio ? (
          <form method="post">
            <button name="ato" value="encerrar">
              Encerrar o ensaio
            </button>
          </form>
        ) : null
      }
    >
      {ensaio ? (
        <>
          <p>{`Todos os celulares da porta estão em ensaio até ${ensaio.ate}. Nada é gravado, ninguém entra. Aponte um celular para cada código: embaixo está o que ele deve dizer.`}</p>
          <ul className="codigos">
            {ensaio.codigos.map(({ id, ...codigo }) => (
              <EnsaioCode key={id} {...codigo} />
            ))}
          </ul>
        </>
      ) : (
        <form method="post" className="acoes estreita">
          <p>
            Cada celular da porta recebe vinte convidados inventados, e esta tela mostra os códigos deles.
            Nada é gravado, ninguém entra. Quem estiver recebendo convidados de verdade para de receber até o
            ensaio terminar: não comece com as portas abertas. Termina por este mesmo botão, ou sozinho em 30
            minutos.
          </p>
          <button name="ato" value="comecar">
            Começar o ensaio
          </button>
        </form>
      )}
    </Painel>
  )
}

/** An invented guest's code, to be scanned off this screen, and what a phone should say about it. */
function EnsaioCode({ nome, codigo, diz, qr }: { nome: string; codigo: string | null; diz: string; qr: Qr }) {
  return (
    <li className="cartao">
      <QrCode qr={qr} label={`QR de ${nome}`} />
      <p>
        <b>{nome}</b>
        <br />
        {codigo === null ? null : <span className="codigo">{codigo}</span>}
      </p>
      <p className="nota">{diz}</p>
    </li>
  )
}
