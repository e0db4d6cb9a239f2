namespace Akka.Configuration.Hocon;

/// <summary>
/// Reads a document. It is as lenient as Akka's: what is open at the end is closed, the braces of the root are optional,
/// the first closing brace too many ends the document; no <c>include</c>, <c>+=</c> and <c>${?path}</c>.
/// </summary>
internal sealed class HoconParser
{
    private readonly HoconReader _reader;
    private readonly List<HoconReference> _references = [];

    private HoconParser(string text)
    {
        _reader = new HoconReader(text);
    }

    public static HoconValue Parse(string text)
    {
        var parser = new HoconParser(text);
        var root = new HoconNode();
        parser._reader.SkipBlank();
        parser._reader.Take("{");
        parser.ReadObject(root);
        // In the order of the document, as Akka does: a reference through a later one is unresolved.
        foreach (var reference in parser._references) reference.Resolve(root);
        return root.Freeze();
    }

    private void ReadObject(HoconNode owner)
    {
        owner.OpenObject();
        while (true)
        {
            _reader.SkipBlank();
            if (_reader.AtEnd || _reader.Take("}")) return;
            ReadMember(owner);
        }
    }

    private void ReadMember(HoconNode owner)
    {
        var node = owner;
        do
        {
            while (_reader.Take("."))
            {
            }

            node = node.ChildForWriting(ReadKey());
            if (_reader.Peek == '"') throw _reader.UnknownToken();
            _reader.SkipBlank();
        }
        while (_reader.Peek == '.');

        if (_reader.Take("=") || _reader.Take(":")) ReadAssignment(node);
        else if (_reader.Take("{")) ReadObject(node);
    }

    private string ReadKey()
    {
        if (_reader.Peek == '"') return _reader.TakeQuoted();
        if (!_reader.AtUnquoted(inKey: true)) throw _reader.UnknownToken();
        var key = "";
        while (_reader.AtUnquoted(inKey: true))
        {
            key += _reader.TakeUnquoted(inKey: true) + _reader.TakeSpace();
        }

        return key.TrimEnd();
    }

    private void ReadAssignment(HoconNode node)
    {
        if (_reader.AtEnd) throw _reader.UnknownToken();
        _reader.SkipBlank();
        node.Reassign();
        ReadValue(node);
        _reader.Take(",");
    }

    // Up to the end of the line, of the element or of the member.
    private void ReadValue(HoconNode node)
    {
        var space = "";
        while (!_reader.AtEnd && !_reader.AtNewLine && !_reader.AtComment)
        {
            switch (_reader.Peek)
            {
                case ',' or '}' or ']':
                    return;
                case '{':
                    _reader.Take("{");
                    ReadObject(node);
                    break;
                case '[':
                    _reader.Take("[");
                    node.AddArray(ReadArray());
                    break;
                case '$' when _reader.Take("${"):
                    node.AddReference(space, ReadReference());
                    break;
                case '"':
                    node.AddText(space + _reader.TakeQuoted());
                    break;
                case '=' or ':':
                    throw new ConfigurationException("A value holds = or : outside of quotes and braces");
                default:
                    if (!_reader.AtUnquoted(inKey: false)) throw _reader.UnknownToken();
                    node.AddText(space + _reader.TakeUnquoted(inKey: false));
                    break;
            }

            space = _reader.TakeSpace();
        }
    }

    private List<HoconNode> ReadArray()
    {
        var elements = new List<HoconNode>();
        while (true)
        {
            _reader.SkipBlank();
            if (_reader.AtEnd || _reader.Take("]")) return elements;
            var element = new HoconNode();
            ReadValue(element);
            elements.Add(element);
            _reader.SkipBlank();
            if (!_reader.Take(",") && _reader.Peek is '}') throw _reader.UnknownToken();
        }
    }

    private HoconReference ReadReference()
    {
        var path = _reader.TakeUntil("}");
        if (path.Length == 0 || path[0] is '?') throw new FormatException($"Not a substitution that Akka can resolve: ${{{path}}}");
        var reference = new HoconReference(path);
        _references.Add(reference);
        return reference;
    }
}
