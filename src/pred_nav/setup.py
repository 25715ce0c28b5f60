from setuptools import find_packages, setup

package_name = "pred_nav"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools", "numba", "numpy", "scipy"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Fast marching, exploration and interaction poses of the PRED stack",
    license="Apache-2.0",
    entry_points={"console_scripts": ["nav = pred_nav.start:nav"]},
)
