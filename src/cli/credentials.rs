#![allow(clippy::disallowed_methods, reason = "secrets come from the environment and from files it names")]

use super::context::{canvas, clock};
use crate::config::{self, NetworkKind, Visibility};
use crate::publish::{
    Bluesky, Discord, Facebook, Folder, Http, Keys, Mastodon, Network, OnUnknown, Patience, Service,
    Telegram, TelegramForm, X,
};
use secrecy::SecretString;
use std::path::PathBuf;

/// The networks with their credentials.
///
/// # Errors
/// Everything that is missing or wrong, a line each.
pub(super) fn networks(settings: &[config::Network]) -> anyhow::Result<Vec<Network>> {
    let (mut networks, mut faults, mut http) = (Vec::new(), Vec::new(), None);
    for settings in settings {
        match service(settings, &mut http) {
            Ok(service) => networks.push(Network {
                name: settings.name.clone(),
                canvas: settings.size.map(canvas),
                on_unknown: match settings.on_unknown {
                    config::OnUnknown::Hold => OnUnknown::Hold,
                    config::OnUnknown::Resend => OnUnknown::Resend,
                },
                service,
            }),
            Err(found) => faults.extend(found.iter().map(|f| format!("network \"{}\": {f}", settings.name))),
        }
    }
    if faults.is_empty() { Ok(networks) } else { Err(anyhow::Error::msg(faults.join("\n"))) }
}

fn service(settings: &config::Network, http: &mut Option<Http>) -> Result<Service, Vec<String>> {
    if settings.kind == NetworkKind::Folder {
        let path = settings.path.clone().unwrap_or_default();
        return Ok(Service::Folder(Folder { path }));
    }
    let mut secrets = Secrets { prefix: settings.env_prefix(), faults: Vec::new() };
    let base = |own: &str| settings.base_url.clone().unwrap_or(own.to_string());
    // One for all, made only where there is something to post to: it needs the machine's CA certificates.
    let http = match http {
        Some(http) => http.clone(),
        None => http.insert(Http::new(Patience::default()).map_err(|e| vec![e])?).clone(),
    };
    let (http, account) = (&http, settings.account.clone());
    let service = match settings.kind {
        NetworkKind::Folder => unreachable!("a folder has no credentials"),
        NetworkKind::Mastodon => {
            let visibility = match settings.visibility {
                Visibility::Public => "public",
                Visibility::Unlisted => "unlisted",
                Visibility::Private => "private",
            };
            Service::Mastodon(Mastodon::new(http, base(""), secrets.read("TOKEN"), visibility.to_string()))
        }
        NetworkKind::Bluesky => {
            let (name, password) = (settings.name.clone(), secrets.read("PASSWORD"));
            Service::Bluesky(Bluesky::new(http, name, base("https://bsky.social"), account, password))
        }
        NetworkKind::X => {
            let keys = Keys {
                consumer_key: secrets.read("CONSUMER_KEY"),
                consumer_secret: secrets.read("CONSUMER_SECRET"),
                token: secrets.read("TOKEN"),
                token_secret: secrets.read("TOKEN_SECRET"),
            };
            Service::X(X::new(http, base("https://api.x.com"), keys, clock))
        }
        NetworkKind::Telegram => {
            let form =
                TelegramForm { as_document: settings.as_document, alt_in_caption: settings.alt_in_caption };
            let (base, token) = (base("https://api.telegram.org"), secrets.read("TOKEN"));
            Service::Telegram(Telegram::new(http, base, token, account, form))
        }
        NetworkKind::Facebook => {
            let (base, token) = (base("https://graph.facebook.com"), secrets.read("TOKEN"));
            Service::Facebook(Facebook::new(http, base, token, account))
        }
        NetworkKind::Discord => {
            let webhook = secrets.read("WEBHOOK");
            if !secrets.faults.is_empty() {
                return Err(secrets.faults);
            }
            let made = Discord::new(http, &webhook, settings.base_url.as_deref());
            Service::Discord(made.map_err(|e| vec![format!("{}_WEBHOOK is {e}", secrets.prefix)])?)
        }
    };
    if secrets.faults.is_empty() { Ok(service) } else { Err(secrets.faults) }
}

struct Secrets {
    prefix: String,
    faults: Vec<String>,
}

impl Secrets {
    /// A secret of the environment, or of the file that it names; what is wrong with it is noted.
    fn read(&mut self, what: &str) -> SecretString {
        let name = format!("{}_{what}", self.prefix);
        find(&name).map_or_else(
            |fault| {
                self.faults.push(fault);
                SecretString::default()
            },
            SecretString::from,
        )
    }
}

fn find(name: &str) -> Result<String, String> {
    let file = format!("{name}_FILE");
    let text = match (std::env::var_os(name), std::env::var_os(&file)) {
        (None, None) => return Err(format!("set {name}, or {file} to a file that holds it")),
        (Some(_), Some(_)) => return Err(format!("{name} and {file} are both set; keep one of the two")),
        (Some(value), None) => value.into_string().map_err(|_| format!("{name} is not UTF-8"))?,
        (None, Some(path)) => {
            let path = PathBuf::from(path);
            std::fs::read_to_string(&path).map_err(|e| format!("{file}: {}: {e}", path.display()))?
        }
    };
    let secret = text.trim();
    let lawful = !secret.is_empty() && secret.chars().all(|c| c.is_ascii_graphic());
    if lawful {
        Ok(secret.to_string())
    } else {
        Err(format!("{name} is empty, or more than one word of ASCII"))
    }
}
