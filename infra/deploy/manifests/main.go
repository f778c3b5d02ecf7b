// Validates Kubernetes objects (YAML documents on standard input) strictly against the API server's own
// types: exits with 1 on an unknown field, a value of the wrong type or an unknown kind. Kinds of operators
// are skipped.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	options := json.SerializerOptions{Yaml: true, Strict: true}
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme.Scheme, scheme.Scheme, options)
	objects := yaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	failed := false
	for {
		text, err := objects.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		_, kind, err := strict.Decode(text, nil, nil)
		if kind != nil && strings.HasSuffix(kind.Group, ".coreos.com") {
			continue
		}
		if err != nil {
			failed = true
			fmt.Println(kind, err)
			continue
		}
		fmt.Println("ok", kind.Kind)
	}
	if failed {
		os.Exit(1)
	}
}
