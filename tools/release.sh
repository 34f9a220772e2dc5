#!/bin/sh
# Makes the files of a release: sh tools/release.sh [FOLDER [LEVEL OF COMPRESSION, 0 TO 9]]. `npm run release` builds the program
# first. The same commit gives the same bytes.
set -eu
umask 022
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
out=$(realpath -m "${1:-release}")
level=${2:-9}
version=$(node -p 'require("./package.json").version')
linux=svcapi-$version-linux-x64
windows=svcapi-$version-win-x64

# Says which file comes next: compressing takes minutes.
report() { echo "$1…" >&2; }

rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

report 'Packing the packages'
npm pack . ./dist/svcapi-client --ignore-scripts --silent --pack-destination "$out" >/dev/null
report 'Adding Node.js and the dependencies'
for name in "$linux" "$windows"; do
  sh tools/release/tree.sh "$work/$name" "$out/svcapi-$version.tgz"
  find "$work/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
done
report "Writing $linux.tar.xz"
tar --sort=name --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
  --owner=0 --group=0 --numeric-owner "--use-compress-program=xz -$level --threads=1" -cf "$out/$linux.tar.xz" -C "$work" "$linux"
report "Writing svcapi_${version}_amd64.deb"
sh tools/release/deb.sh "$work/$linux" "$out/svcapi_${version}_amd64.deb" "$version" "$level"
report "Writing $windows.zip"
(cd "$work" && find "$windows" -type f | sort | zip -X -q "-$level" "$out/$windows.zip" -@)
report 'Writing the bill of materials'
node tools/release/sbom.js "$out/svcapi-$version.cdx.json" "$work/sbom/svcapi"
cd "$out"
sums=$(sha256sum -- *)
echo "$sums" | tee SHA256SUMS
