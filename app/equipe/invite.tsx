import { type Qr, ActLink, QrCode } from '~/shared/page'
import type { Papel } from '../../server/domain/aparelho'
import { Failure, Field, Option } from '~/shared/field'

const MAY = {
  porta: 'Lê credenciais e admite convidados, no dia do evento.',
  organizacao: 'Tudo, como você.',
} as const

/** Asks whom to invite to the team, and for what. */
export function InviteForm(props: {
  nome: string
  papel: string
  errors: { nome?: string; papel?: string }
}) {
  const { nome, papel, errors } = props
  return (
    <form method="post" action="/painel/equipe">
      <Field
        id="nome"
        label="Nome da pessoa"
        error={errors.nome ?? null}
        value={nome}
        autoComplete="off"
        maxLength={80}
        required
      />
      <fieldset className="linha" aria-describedby={errors.papel === undefined ? undefined : 'papel-falha'}>
        <legend>O que pode fazer</legend>
        <Failure id="papel" error={errors.papel} />
        {(['porta', 'organizacao'] as const).map((one, index) => (
          <Option
            key={one}
            type="radio"
            name="papel"
            id={index === 0 ? 'papel' : undefined}
            value={one}
            defaultChecked={one === papel}
          >
            <b>{PAPEL[one].nome}</b> {MAY[one]}
          </Option>
        ))}
      </fieldset>
      <button name="ato" value="convidar">
        CONVIDAR
      </button>
    </form>
  )
}

/** An open invitation whose code this browser made. */
export interface OwnConvite extends Record<'aparelhoid' | 'nome' | 'codigo' | 'whatsapp' | 'ate', string> {
  papel: Papel
  qr: Qr
}

/** An open invitation, to be scanned from this screen or sent. */
export function ConviteWithQr({ aparelhoid, nome, papel, codigo, qr, whatsapp, ate }: OwnConvite) {
  return (
    <section className="cartao pareamento so-tela" aria-labelledby={`convite-${aparelhoid}`}>
      <QrCode qr={qr} label={`QR do convite de ${nome}`} />
      <div>
        <h2 id={`convite-${aparelhoid}`}>Convite de {nome}</h2>
        <p className="chave">{codigo}</p>
        <p>{`${PAPEL[papel].nome}. Serve uma vez, até ${ate}.`}</p>
        <form method="post" action="/painel/equipe" className="lado">
          <ActLink href={whatsapp}>ENVIAR PELO WHATSAPP</ActLink>
          <input type="hidden" name="aparelhoid" value={aparelhoid} />
          <button className="ato perigo" name="ato" value="cancelar">
            CANCELAR
          </button>
        </form>
      </div>
    </section>
  )
}

export const PAPEL = {
  porta: {
    nome: 'Porta',
    invitedTo: 'a porta',
    may: 'ler credenciais e admitir convidados',
    sees: { title: 'Não vê', text: 'telefones inteiros, e-mails, CPF' },
  },
  organizacao: {
    nome: 'Organização',
    invitedTo: 'a organização',
    may: 'tudo: convidados, empresas, planilhas, listas, equipe',
    sees: { title: 'Vê', text: 'nome, telefone e e-mail de todos' },
  },
} as const satisfies Record<Papel, object>
