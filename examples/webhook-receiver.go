// Receives webhooks: verifies each delivery, skips ids that it has processed, and prints a line for each event.
//
//	WEBHOOK_SECRET=whsec_… go run examples/webhook-receiver.go
//
// Go 1.19 or later, without modules.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	maxBodyBytes = 8 << 20
	tolerance   = 5 * time.Minute
	howToBegin  = `Set WEBHOOK_SECRET. Only the response that creates the webhook has it:

  curl -X POST http://127.0.0.1:4000/api/teams/$TEAM_ID/webhooks \
    -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \
    -d '{"url":"http://127.0.0.1:%s/"}'

`
)

type named struct{ Title, Name, Result string }

type event struct {
	Type string
	Data struct {
		Task, Agent, Project *named
		Actor                struct{ Kind, Name string }
	}
}

var (
	key []byte
	// The ids that were processed. A real receiver stores them in its database, in the transaction that handles the event.
	processed = map[string]bool{}
	lock sync.Mutex
)

// isGenuine reports whether the body, as received, was signed with our secret in the last five minutes.
func isGenuine(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// For a day after a rotation of the secret there are several signatures, separated by spaces. One must match.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	var e event
	if !isGenuine(request.Header, body) || json.Unmarshal(body, &e) != nil {
		log.Print("Rejected: the signature is wrong or too old")
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	lock.Lock()
	defer lock.Unlock()
	if id := request.Header.Get("webhook-id"); !processed[id] {
		fmt.Println(describe(e)) // a real receiver stores it here
		processed[id] = true
	}
	// Only after it is stored, because it is not sent again; do slow work after the response.
	response.WriteHeader(http.StatusNoContent)
}

// describe puts an event into one line: task.completed  Say hello → The result (agent Ada)
func describe(e event) string {
	text := ""
	for _, subject := range []*named{e.Data.Task, e.Data.Agent, e.Data.Project} {
		if subject != nil {
			text = subject.Title + subject.Name
		}
	}
	if e.Type == "task.completed" && e.Data.Task != nil {
		text += " → " + e.Data.Task.Result
	}
	// Other people wrote these texts: remove new lines and terminal escapes.
	words := strings.FieldsFunc(text+" ("+e.Data.Actor.Kind+" "+e.Data.Actor.Name, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	})
	return e.Type + "  " + strings.Join(words, " ") + ")"
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4800"
	}
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		fmt.Fprintf(os.Stderr, howToBegin, port)
		os.Exit(1)
	}
	var err error
	if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
		log.Fatal("WEBHOOK_SECRET is not whsec_ and base64")
	}
	server := &http.Server{Addr: "127.0.0.1:" + port, Handler: http.HandlerFunc(receive), ReadTimeout: 15 * time.Second}
	fmt.Printf("Waiting for webhooks on http://127.0.0.1:%s/\n", port)
	log.Fatal(server.ListenAndServe())
}
