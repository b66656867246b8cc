//! By which addresses other devices reach this machine.
//!
//! Promised: no address of the list is one that only this machine knows, so that a phone can follow a link made of it; the one that
//! leads to the rest of the world comes first, for a home network mostly is that one. Addresses of a link (`fe80::…`) are left out, which a browser
//! cannot be told; so are those that the server does not listen on.

use service::messages::NetworkAddress;
use std::cmp::Reverse;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The addresses for other devices of a server that listens here, the best one first; none if only this machine can reach it.
pub fn network_addresses(listened: SocketAddr) -> Vec<NetworkAddress> {
    let ip = listened.ip();
    if ip.is_loopback() {
        return Vec::new();
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let found =
        interfaces.into_iter().filter(if_addrs::Interface::is_oper_up).map(|found| (found.ip(), found.name));
    addresses(listened, found.collect(), outward(ip))
        .into_iter()
        .map(|(ip, network)| NetworkAddress {
            address: format!("http://{}", SocketAddr::new(ip, listened.port())),
            network,
        })
        .collect()
}

/// Whether an address such as `http://127.0.0.1:8088` names the machine itself, whoever follows it.
pub fn is_of_this_machine(address: &str) -> bool {
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    let name = host.strip_prefix('[').map_or_else(
        || host.rsplit_once(':').map_or(host, |(name, _)| name),
        |host| host.split(']').next().unwrap_or(host),
    );
    name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// The addresses of interfaces that a server listens on and a link can name, with the names of the interfaces.
fn addresses(
    listened: SocketAddr,
    interfaces: Vec<(IpAddr, String)>,
    outward: Option<IpAddr>,
) -> Vec<(IpAddr, String)> {
    let is_listened = |ip: IpAddr| match listened.ip() {
        // Who listens on all addresses of IPv6 is mostly reached by IPv4, too.
        own if own.is_unspecified() => own.is_ipv6() || ip.is_ipv4(),
        own => own == ip,
    };
    let mut list: Vec<(IpAddr, String)> = Vec::new();
    // What the system would not list is there all the same.
    let given = Some(listened.ip()).filter(|ip| !ip.is_unspecified());
    let unlisted = outward.into_iter().chain(given).map(|ip| (ip, String::new()));
    for (ip, name) in interfaces.into_iter().chain(unlisted) {
        if is_listened(ip) && is_named_by_links(ip) && !list.iter().any(|(known, _)| *known == ip) {
            list.push((ip, name));
        }
    }
    list.sort_by_key(|(ip, name)| {
        (Reverse(Some(*ip) == outward), ip.is_ipv6(), is_bridge(name), name.clone(), *ip)
    });
    list
}

/// Whether an address means this machine to others, and can stand in a link.
fn is_named_by_links(ip: IpAddr) -> bool {
    let is_of_link = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    !(ip.is_loopback() || ip.is_unspecified() || is_of_link)
}

/// Whether an interface is by its name one that leads to containers or virtual machines of this machine.
fn is_bridge(name: &str) -> bool {
    ["docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc"].iter().any(|start| name.starts_with(start))
}

/// The address by which this machine would reach the world from here, if a link can name it.
fn outward(listened: IpAddr) -> Option<IpAddr> {
    if !listened.is_unspecified() {
        return None;
    }
    let ipv4 = || route(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into());
    let far = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
    let ipv6 = || route(Ipv6Addr::UNSPECIFIED.into(), far.into()).filter(|_| listened.is_ipv6());
    ipv4().or_else(ipv6)
}

/// The address by which this machine would reach a far one. No packet is sent: the system only says so.
fn route(from: IpAddr, far: IpAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    is_named_by_links(ip).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 8088;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// A laptop with a cable, a wireless network, a container bridge and a tunnel.
    fn laptop() -> Vec<(IpAddr, String)> {
        [
            ("127.0.0.1", "lo"),
            ("::1", "lo"),
            ("172.17.0.1", "docker0"),
            ("192.168.1.20", "wlan0"),
            ("fe80::1", "wlan0"),
            ("2001:db8::20", "wlan0"),
            ("10.0.0.7", "eth0"),
            ("169.254.3.4", "eth1"),
        ]
        .map(|(text, name)| (ip(text), name.to_owned()))
        .to_vec()
    }

    fn listed(listened: &str, outward: Option<&str>) -> Vec<String> {
        let list = addresses(SocketAddr::new(ip(listened), PORT), laptop(), outward.map(ip));
        list.into_iter().map(|(ip, _)| ip.to_string()).collect()
    }

    #[test]
    fn a_list_has_what_others_can_reach_the_way_out_first() {
        assert_eq!(listed("0.0.0.0", Some("192.168.1.20")), ["192.168.1.20", "10.0.0.7", "172.17.0.1"]);
        assert_eq!(listed("0.0.0.0", None), ["10.0.0.7", "192.168.1.20", "172.17.0.1"]);
        assert_eq!(listed("::", None), ["10.0.0.7", "192.168.1.20", "172.17.0.1", "2001:db8::20"]);
        // An interface that the system did not list, and one that was named.
        assert_eq!(listed("0.0.0.0", Some("192.0.2.9"))[0], "192.0.2.9");
        assert_eq!(listed("10.0.0.7", None), ["10.0.0.7"]);
        assert_eq!(listed("192.0.2.50", None), ["192.0.2.50"]);
    }

    #[test]
    fn names_of_this_machine_are_known() {
        for own in ["http://127.0.0.1:8088", "http://localhost", "https://[::1]:443", "http://127.1.2.3"] {
            assert!(is_of_this_machine(own), "{own}");
        }
        for other in ["http://192.168.1.20:8088", "https://xiangqi.example.org", "http://[2001:db8::1]:80"] {
            assert!(!is_of_this_machine(other), "{other}");
        }
    }

    #[test]
    fn nobody_else_reaches_a_server_on_the_loopback() {
        assert_eq!(network_addresses(SocketAddr::from(([127, 0, 0, 1], PORT))), []);
        for NetworkAddress { address, .. } in network_addresses(SocketAddr::from(([0, 0, 0, 0], PORT))) {
            let host = address.strip_prefix("http://").unwrap();
            let socket: SocketAddr = host.parse().unwrap();
            assert!(is_named_by_links(socket.ip()) && socket.port() == PORT, "{address}");
        }
    }
}
