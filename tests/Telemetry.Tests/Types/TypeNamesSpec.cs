namespace AkkaInstrumentation.Tests.Types;

public class TypeNamesSpec
{
    private sealed class Nested
    {
        public sealed class Deeper;
    }

    private sealed class Box<T>
    {
        public sealed class Lid;

        public sealed class Label<TText>;
    }

    [Theory]
    [InlineData(typeof(string), "String")]
    [InlineData(typeof(int[]), "Int32[]")]
    [InlineData(typeof(int[,]), "Int32[,]")]
    [InlineData(typeof(int[][]), "Int32[][]")]
    [InlineData(typeof(List<string>), "List<String>")]
    [InlineData(typeof(Dictionary<string, List<int>>), "Dictionary<String, List<Int32>>")]
    [InlineData(typeof(Nested.Deeper), "TypeNamesSpec.Nested.Deeper")]
    [InlineData(typeof(Box<int>), "TypeNamesSpec.Box<Int32>")]
    [InlineData(typeof(Box<int>.Lid), "TypeNamesSpec.Box<Int32>.Lid")]
    [InlineData(typeof(Box<int>.Label<string>), "TypeNamesSpec.Box<Int32>.Label<String>")]
    [InlineData(typeof(int?), "Nullable<Int32>")]
    public void Names_are_readable_and_have_no_namespace(Type type, string name) => Assert.Equal(name, TypeNames.Of(type));
}
