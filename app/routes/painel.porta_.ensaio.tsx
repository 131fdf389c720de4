import { type Qr, QrCode } from '~/shared/page'
import { useLoaderData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { actOnEnsaio, ensaioShown } from '~/painel/porta.server'
import { NO_STORE, seeOther } from '~/shared/remix.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request }) => ({
  ensaio: await ensaioShown(services, request),
}))

export const action = painelAction(async ({ services, autor }, { request }) => {
  await actOnEnsaio(services, await request.formData(), autor())
  return seeOther('/painel/porta/ensaio', NO_STORE)
})

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
              ENCERRAR O ENSAIO
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
            COMEÇAR O ENSAIO
          </button>
        </form>
      )}
    </Painel>
  )
}

/** An invented guest's code, to be scanned off this screen, and what a phone should say of it. */
function EnsaioCode({
  nome,
  codigo,
  told,
  qr,
}: {
  nome: string
  codigo: string | null
  told: string
  qr: Qr
}) {
  return (
    <li className="cartao">
      <QrCode qr={qr} label={`QR de ${nome}`} />
      <p>
        <b>{nome}</b>
        <br />
        {codigo === null ? null : <span className="codigo">{codigo}</span>}
      </p>
      <p className="nota">{told}</p>
    </li>
  )
}
